import { join } from 'node:path'
import { seeHelp } from '../arguments.ts'
import { commonOptions } from '../options.ts'
import { UsageError, type Options, type Report, type Verb } from '../verb.ts'

const CLI = join(import.meta.dirname, '../cli.ts')

/** npm completes its own words after `npm run admin --`, so the completion comes with a command of its own. */
const COMMAND = 'lanai-admin'

/** @param verbs all there are, this one among them. */
export function completionOf(verbs: () => readonly Verb[]): Verb {
  return {
    name: 'completion',
    summary: `the command ${COMMAND} for your shell, with completion`,
    takes: 'bash | zsh | fish',
    about: `Prints what gives a shell the command ${COMMAND}, which is "npm run admin --" from any folder, and completes verbs and
options. For this session: eval "$(npm run --silent admin -- completion bash)", the same for zsh, and in fish:
npm run --silent admin -- completion fish | source. To keep it, put that line into ~/.bashrc, ~/.zshrc or
~/.config/fish/config.fish, with npm's --prefix and this project's folder.`,
    options: {},
    prepare({ words }) {
      const write = Object.entries(shells).find(([name]) => words.length === 1 && name === words[0])?.[1]
      if (!write) throw new UsageError(seeHelp('completion', 'Say for which shell: bash, zsh or fish.'))
      const script = write(verbs().map(wordsOf))
      return { in: 'surroundings', work: () => Promise.resolve(report(script)) }
    },
  }
}

function wordsOf({ name, summary, options }: Verb): VerbWords {
  const known = Object.entries<Options[string]>({ ...options, ...commonOptions })
  return { name, summary, options: known.map(([option, { about }]) => ({ name: `--${option}`, about })) }
}

const shells = {
  bash: (verbs: VerbWords[]) => `${shellFunction()}
_lanai_admin() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted(namesOf(verbs))}
  else case \${COMP_WORDS[1]} in
${verbs.map(({ name, options }) => `    ${name}) words=${quoted(namesOf(options))} ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _lanai_admin ${COMMAND}`,

  zsh: (verbs: VerbWords[]) => `${shellFunction()}
_lanai_admin() {
  local -a choices
  if (( CURRENT == 2 )); then choices=(${verbs.map(described).join(' ')})
  else case $words[2] in
${verbs.map(({ name, options }) => `    ${name}) choices=(${options.map(described).join(' ')}) ;;`).join('\n')}
  esac; fi
  _describe ${COMMAND} choices
  _files
}
compdef _lanai_admin ${COMMAND}`,

  fish: (verbs: VerbWords[]) =>
    [
      `function ${COMMAND}; node ${quoted(CLI)} $argv; end`,
      ...verbs.map(
        ({ name, summary }) =>
          `complete -c ${COMMAND} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ),
      ...verbs.flatMap(({ name, options }) =>
        options.map(
          (option) =>
            `complete -c ${COMMAND} -n '__fish_seen_subcommand_from ${name}' -l ${option.name.slice(2)} -d ${quoted(option.about)}`,
        ),
      ),
    ].join('\n'),
} satisfies Record<string, (verbs: VerbWords[]) => string>

function shellFunction(): string {
  return `${COMMAND}() { node ${quoted(CLI)} "$@"; }`
}

function namesOf(words: { name: string }[]): string {
  return words.map(({ name }) => name).join(' ')
}

/** As zsh's _describe reads it: a colon ends the word. */
function described({ name, ...words }: Word | VerbWords): string {
  return quoted(`${name}:${'about' in words ? words.about : words.summary}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function report(script: string): Report {
  return { json: script, tables: [{ columns: [], rows: [], whenEmpty: script }] }
}

interface Word {
  name: string
  about: string
}

interface VerbWords {
  name: string
  summary: string
  options: Word[]
}

import { Command, CommanderError, type OptionValues } from 'commander'

export function npmCommand(script: string, description: string): Command {
  return new Command(`npm run ${script} --`)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
    })
}

/** Does what a command is for, or prints what is wrong with its arguments. Returns the exit status: 2 for wrong arguments. */
export async function runCommand(command: Command, args: readonly string[], work: Work): Promise<Status> {
  let status: Status = 0
  command.showHelpAfterError().action(async () => {
    status = await work(command.opts(), command.args)
  })
  try {
    await command.parseAsync(args, { from: 'user' })
    return status
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

/** Returns the exit status. `command.error()` refuses arguments. */
type Work = (options: OptionValues, args: readonly string[]) => Promise<Status>

export type Status = 0 | 1 | 2

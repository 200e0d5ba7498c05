/** What lies directly in each folder, in the order of numbers: `9-…` before `10-…`. The top is `''`. */
export function readFolders(files: Iterable<string>): (folder: string) => Folder {
  const folders = new Map<string, Children>()
  const childrenOf = (folder: string) => {
    const known = folders.get(folder) ?? { folders: new Set(), files: new Set() }
    folders.set(folder, known)
    return known
  }

  for (const file of files) {
    const names = file.split('/')
    const name = names.pop() ?? ''
    childrenOf(names.join('/')).files.add(name)
    names.forEach((folder, depth) => childrenOf(names.slice(0, depth).join('/')).folders.add(folder))
  }
  return (folder) => {
    const children = childrenOf(folder)
    return { folders: inOrder(children.folders), files: inOrder(children.files) }
  }
}

interface Folder {
  folders: string[]
  files: string[]
}

interface Children {
  folders: Set<string>
  files: Set<string>
}

function inOrder(names: ReadonlySet<string>): string[] {
  return [...names].sort((a, b) => naturally.compare(a, b))
}

const naturally = new Intl.Collator('en', { numeric: true })

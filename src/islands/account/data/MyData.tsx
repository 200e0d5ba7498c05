import { DeleteAccount } from './DeleteAccount.tsx'
import { Download } from './Download.tsx'

/** What is held about the member: to take along, and to have deleted. */
export function MyData() {
  return (
    <>
      <Download />
      <DeleteAccount />
    </>
  )
}

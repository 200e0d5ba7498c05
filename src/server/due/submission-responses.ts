import type { Received } from './submission.ts'

export function responseTo(received: Received): [status: number, text: string] {
  switch (received.code) {
    case 'received':
      return [200, 'Received. “Due” at /people shows whose it is.']
    case 'received_full':
      return [
        200,
        'Received. 1,000 forms are “Not matched”: no other is kept until an administrator has settled some.',
      ]
    case 'test':
      return [200, 'This address works, but there is no email address in the test. Send the form itself.']
    case 'unfinished':
      return [
        200,
        `Not recorded: this answer isn’t finished (${received.by}). Choose the event of a form that was sent.`,
      ]
    case 'unknown_form':
      return [404, 'Not found.']
    case 'unknown_deadline':
      return [404, `No deadline has this name. There are: ${received.deadlines.join(', ') || 'none yet'}.`]
    case 'disconnected':
      return [400, 'Not received.']
    case 'too_large':
      return [413, 'Too large: an answer can have 256 KiB.']
    case 'unreadable':
      return [
        415,
        `This isn’t JSON, and has no fields of a form (Content-Type: ${received.type.slice(0, 80) || 'none'}).`,
      ]
    case 'no_address':
      return [422, 'There is no email address in the answer.']
    case 'too_many':
      return [429, 'Too many.']
  }
}

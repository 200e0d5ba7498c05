/**
 * Whether an event shows that somebody is here. A browser tells a page that opens below a pointer at rest, as after a press on a
 * link, of a pointer that moved by nothing.
 */
export function cameNear({ type, movementX, movementY }: Partial<PointerEvent>): boolean {
  return type !== 'pointermove' || movementX !== 0 || movementY !== 0
}

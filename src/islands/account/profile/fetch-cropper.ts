/** What cuts a picture is fetched when there is one to cut. */
export function fetchCropper() {
  return import('./SquareCropper.tsx')
}

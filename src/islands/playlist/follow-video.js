// For editors: “Edit this page” leads to the file of the video that is shown.
const link = document.getElementById('edit-link')
const paths = JSON.parse(document.getElementById('video-paths').textContent)

const follow = () => {
  const shown = [...document.querySelectorAll('article[id]')].find((each) => each.checkVisibility())
  const path = paths[shown?.id]
  if (path) link.href = link.href.replace(/[^/]+\/[^/]+\/[^/]+?(\.md)?$/, `${path}$1`)
}

for (const use of ['pointerenter', 'pointerdown', 'focus']) link?.addEventListener(use, follow)

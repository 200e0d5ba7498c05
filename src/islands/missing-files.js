// Stands in the head of every page as it is, so that it is there when nothing else is. After a deploy an old page asks
// for files that are gone, and a line can break at any moment. While a page begins it is loaded anew, once; where that
// does not help, or somebody is at work on it, it says so.
{
  const RELOADED_AT = 'reloaded-at'
  const REST_MS = 600_000
  let isMissing = false
  let isLeaving = false

  const begin = ({ target }) => {
    if (target instanceof Element && target.matches('script, link[rel=stylesheet]')) void mend()
  }
  addEventListener('error', begin, true)
  addEventListener('load', () => removeEventListener('error', begin, true))
  addEventListener('astro:hydration-error', ({ target }) => {
    // One that wakes by itself is what its page is for.
    if (JSON.parse(target.getAttribute('opts')).value?.now) void mend()
    else say()
  })
  // A part that a press asked for.
  addEventListener('lanai:missing-part', () => say())

  const mend = async () => {
    if (isMissing) return
    isMissing = true
    addEventListener('beforeunload', () => {
      isLeaving = true
    })
    const isThere = await fetch(location.href, {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
    }).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isLeaving) return
    if (isThere && isFirstTime()) location.reload()
    else say()
  }

  const isFirstTime = () => {
    try {
      const last = Number(sessionStorage.getItem(RELOADED_AT))
      sessionStorage.setItem(RELOADED_AT, String(Date.now()))
      return Date.now() - last > REST_MS
    } catch {
      return false
    }
  }

  const say = () => {
    const notice = document.querySelector('[data-missing-files]')
    if (!notice) {
      addEventListener('DOMContentLoaded', say)
      return
    }
    notice.hidden = false
    notice.querySelector('button').onclick = () => location.reload()
    // Over whatever has been opened meanwhile.
    notice.parentElement.togglePopover(false)
    notice.parentElement.togglePopover(true)
  }
}

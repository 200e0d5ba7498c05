// Stands in the page's head as it is. A phone paints a page as it reads it. Where that would be seen to move, the first paint
// waits for all of the page: at a place that the address names, and on larger screens, where a scroll bar takes room and
// one page passes into the next (Document.astro).
if (location.hash || matchMedia('(width >= 40rem)').matches) {
  const whole = document.createElement('link')
  whole.rel = 'expect'
  whole.href = '#page-end'
  whole.blocking = 'render'
  document.head.append(whole)
}

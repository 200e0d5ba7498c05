// An inline script in the head: Enter or a press before a form's script has loaded waits for it, on the form (Form.tsx).
addEventListener('submit', (event) => {
  if (!event.target.matches('[data-loading]')) return
  event.preventDefault()
  event.target.ariaBusy = 'true'
})

import { expect, test } from 'vitest'
import { openBook, serveBook, showsPage } from '#tests/support/component/book.tsx'

test('an idle page causes no DOM changes and no animations', async () => {
  await serveBook()
  await openBook()
  await showsPage(1)
  // The test pauses for longer than the delay before subsequent pages are prerendered.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const changes: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { type, attributeName, target } of records) changes.push(`${type} ${attributeName ?? ''} of ${target.nodeName}`)
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
  observer.disconnect()
  expect(changes).toEqual([])
  expect(document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([])
})

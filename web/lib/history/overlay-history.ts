/** What lies over the page, the topmost last. Each has an entry of the browser's history, so that Back closes it. */
const overlays: { close: () => void }[] = []
let leaving = false
/** The entry that the router shows, as long as it lies in a layout on which something opens */
let page: { key: string; href: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** What waits until the history is as it should be: two steps back at once can come out as one */
const waiting: (() => void)[] = []

/** Gives an overlay its entry. Calling the answer says that it is closed, by whatever way, and takes the entry away. */
export function enterOverlay(close: () => void): () => void {
  const overlay = { close }
  overlays.push(overlay)
  settleHistory()
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1)
    settleHistory()
  }
}

/** Makes the entries as many as the overlays, once all that happens now has happened: one often takes the place of another. */
function settleHistory(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    if (leaving) return
    const surplus = entriesHere() - overlays.length
    if (surplus > 0) {
      leaving = true
      history.go(-surplus)
    }
    // The rest of the state is the page's: to the router it is the same entry.
    for (let missing = surplus; missing < 0; missing++) history.pushState({ ...history.state, overlays: entriesHere() + 1 }, '')
    if (!leaving) for (const act of waiting.splice(0)) act()
  })
}

/** Does what moves in the history as soon as no entry of an overlay is on its way out. */
export function afterOverlays(act: () => void): void {
  if (leaving || timer !== undefined) waiting.push(act)
  else act()
}

/** Says which page is shown. An entry left over from before, such as by a reload, is passed by. */
export function showPage(shown: typeof page): void {
  page = shown
  settleHistory()
}

export function shownPage(): typeof page {
  return page
}

/** The key that the router gave to the entry where the browser is. */
export function entryKey(): string {
  return history.state?.key ?? 'default'
}

/** Has to be called before the router starts, which listens too: a window asks its listeners in their order. */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    const byItself = leaving
    const amongOverlays = byItself || overlays.length > 0 || entriesHere() > 0
    // The router would fetch the page's data anew, and without a connection have no page. Where nothing lies over the page it is
    // asked: it may have gone on to another, which is not shown yet.
    if (amongOverlays && page && entryKey() === page.key && location.href === page.href) event.stopImmediatePropagation()
    leaving = false
    if (!byItself) for (const { close } of overlays.slice(entriesHere())) close()
    if (byItself || entriesHere() > overlays.length) settleHistory()
  })
}

/** How many entries back the page itself is; it stays in the entry over a reload. */
function entriesHere(): number {
  return (history.state as { overlays?: number } | null)?.overlays ?? 0
}

/** Addresses of stylesheets that did not come. */
const lostStyles = new Set<string>()
let mending: Promise<unknown> | undefined

if (typeof document !== 'undefined') {
  // The event doesn't bubble.
  document.addEventListener('error', ({ target }) => isStylesheet(target) && lostStyles.add(target.href), true)
}

/**
 * Imports code that is fetched only when it is needed, and can be called again when that failed: the bundler's own import asks for
 * each stylesheet once, whatever became of it.
 */
export async function lazyImport<Module>(load: () => Promise<Module>): Promise<Module> {
  mending ??= Promise.all([...lostStyles].map(fetchStyle)).finally(() => {
    mending = undefined
  })
  await mending
  return load()
}

function fetchStyle(href: string) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      lostStyles.delete(href)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The style ${href} did not come`))
    })
    document.head.append(link)
  })
}

function isStylesheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet'
}

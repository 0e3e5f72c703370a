/** URLs of stylesheets that failed to load */
const failedStyles = new Set<string>()
let retrying: Promise<unknown> | undefined

if (typeof document !== 'undefined') {
  // The event doesn't bubble.
  document.addEventListener('error', ({ target }) => isStylesheet(target) && failedStyles.add(target.href), true)
}

/**
 * A dynamic import that can be retried after a failure: the bundler's own requests each stylesheet only once, even if that failed.
 */
export async function lazyImport<Module>(load: () => Promise<Module>): Promise<Module> {
  retrying ??= Promise.all([...failedStyles].map(fetchStyle)).finally(() => {
    retrying = undefined
  })
  await retrying
  return load()
}

function fetchStyle(href: string) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      failedStyles.delete(href)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The stylesheet ${href} did not load`))
    })
    document.head.append(link)
  })
}

function isStylesheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet'
}

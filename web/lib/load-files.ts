/** Time without data after which loading a file fails. */
const STALL_MS = 15_000

/** Error for a file that is missing on the server because a newer release has different files. */
export class FileGoneError extends Error {
  override name = 'FileGoneError'
}

/** Scripts and stylesheets that are in flight or fetched */
const files = new Map<string, Promise<unknown>>()

/**
 * Replacement for Vite's helper around each dynamic import, which first fetches the import's files into the browser's cache. Browsers
 * remember a failed import as long as the page is open, whereas a fetch can be retried and has a time limit.
 */
export async function loadWithFiles<Module>(load: () => Promise<Module>, names: string[] = []): Promise<Module> {
  await fetchFiles(names.map((name) => `/${name}`))
  return load()
}

/** Fetches scripts, and adds missing stylesheets to the document. Rejects when a file fails to load. */
export async function fetchFiles(urls: string[]): Promise<void> {
  await Promise.all(
    urls.map((url) => {
      const file = files.get(url) ?? fetchOnce(url)
      files.set(url, file)
      file.catch(() => files.delete(url))
      return file
    }),
  )
}

async function fetchOnce(url: string): Promise<void> {
  if (document.querySelector(`link[href="${url}"]:is([rel=modulepreload], [rel=stylesheet])`)) return
  await fetchFile(url)
  if (url.endsWith('.css')) await addStyles(url)
}

async function fetchFile(url: string): Promise<void> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), STALL_MS)
  }
  wait()
  try {
    const { ok, status, headers, body } = await fetch(url, { signal: controller.signal })
    if (status === 404) throw new FileGoneError(url)
    // A captive portal responds to every request with its own HTML page. Importing this page as a script would reload the document.
    if (!ok || headers.get('content-type')?.startsWith('text/html')) throw new Error(`The file ${url} did not load (${status})`)
    const reader = body?.getReader()
    while (reader && !(await reader.read()).done) wait()
  } finally {
    clearTimeout(timer)
  }
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`The stylesheet ${href} did not load`))
    }
    document.head.append(link)
  })
}

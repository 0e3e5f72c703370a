import type { App } from './server.ts'

const SECONDS = 30
/** Forms with files, and pieces of files. */
const UPLOADS = /^(multipart\/|application\/offset\+octet-stream)/

/** Ends connections that send a small body too slowly. Uploads have the server's own, longer limit. */
export function limitBodyTime(app: App) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (UPLOADS.test(request.headers['content-type'] ?? '')) return
    const timer = setTimeout(() => {
      // A request without a body is complete although nobody reads its end; its answer may take as long as it needs.
      if (!request.raw.complete) request.raw.destroy()
    }, SECONDS * 1000)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return payload
  })
}

import type { App } from './server.ts'

const SECONDS = 30
/** Forms with files, and pieces of files. */
const UPLOADS = /^(multipart\/|application\/offset\+octet-stream)/

/** Ends connections that send a small body too slowly. Uploads have the server's own, longer limit. */
export function limitBodyTime(app: App) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-type': type = '', 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    // Without a body there is nothing to wait for, and a timer would keep the request and its answer in memory.
    if (UPLOADS.test(type) || (length === '0' && !coding)) return
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, SECONDS * 1000)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return payload
  })
}

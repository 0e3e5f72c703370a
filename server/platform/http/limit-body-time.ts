import type { App } from './server.ts'

const SECONDS = 30

/** Ends connections that send a small body too slowly. Uploads have the server's own, longer limit. */
export function limitBodyTime(app: App) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => request.raw.destroy(), SECONDS * 1000)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return payload
  })
}

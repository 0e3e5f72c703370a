import type { App } from '#server/platform/http/server.ts'
import type { PageSource, PagesModule } from './render-page.ts'

/** Starts Vite, which compiles pages, scripts and styles on request during development. Vite stops with the server. */
export async function startVite(app: App): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  return {
    loadPages: async () => (await vite.ssrLoadModule('/web/handler.ts')) as PagesModule,
    handle: (request, reply) =>
      new Promise((resolve, reject) => {
        reply.raw.once('close', () => {
          if (!reply.sent) reply.hijack()
          resolve(true)
        })
        vite.middlewares(request.raw, reply.raw, (error: unknown) => (error ? reject(error) : resolve(false)))
      }),
  }
}

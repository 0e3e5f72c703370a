import { createApp } from '#server/boot/app.ts'
import type { ServiceOptions } from '#server/boot/services.ts'
import { openTestServices } from './test-services.ts'

export type TestApp = Awaited<ReturnType<typeof openTestApp>>

const ADMIN = { firstname: 'Ada', lastname: 'Admin', email: 'ada@lectern.example', password: 'correct horse' }

/** Opens the whole API on a real database, with one signed-in administrator. */
export async function openTestApp(settings: Record<string, string> = {}, options: ServiceOptions = {}) {
  const services = await openTestServices(settings, options)
  await services.admin.admins.add(ADMIN)
  return serve(services)
}

/**
 * Opens another node of the same site, with a separate data folder on the database of the first node. `settings` are those of the first
 * node.
 */
export async function openTestNode(first: TestApp, settings: Record<string, string>, options: ServiceOptions = {}): Promise<TestApp> {
  return serve(await openTestServices({ ...settings, DATABASE_URL: first.services.database.url }, options))
}

async function serve(services: Awaited<ReturnType<typeof openTestServices>>) {
  const logLines: string[] = []
  const app = await createApp(services, { logStream: { write: (line) => logLines.push(line) } })
  const { token } = await services.admin.sessions.login(ADMIN, '127.0.0.1')
  const bearer = { authorization: `Bearer ${token}` }
  return {
    app,
    services,
    admin: ADMIN,
    token,
    bearer,
    logLines,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers }),
    /** Sends a JSON request, signed in as the administrator unless other headers are given. */
    send: (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: unknown, headers: Record<string, string> = bearer) =>
      app.inject({ method, url, headers, ...(payload !== undefined && { payload: payload as object }) }),
    /** Sends a multipart request as a browser would. */
    sendForm: async (method: 'POST' | 'PATCH', url: string, form: FormData, headers: Record<string, string> = bearer) => {
      const request = new Request('http://form', { method, body: form })
      return app.inject({
        method,
        url,
        headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })
    },
    close: async () => {
      await app.close()
      await services.close()
    },
  }
}

import { FileLimits } from '#contracts/upload.ts'
import type { App } from '#server/platform/http/server.ts'

export function fileLimitRoutes({ limits }: { limits: FileLimits }) {
  return async (app: App) => {
    app.get(
      '/file-limits',
      { schema: { tags: ['uploads'], summary: 'How large a file may be', response: { 200: FileLimits } } },
      () => limits,
    )
  }
}

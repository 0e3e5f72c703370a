import type { TestApp } from './test-app.ts'

type Operation = { security?: unknown[]; description?: string; parameters?: { name: string; in: string; required?: boolean }[] }
const REQUIRED: Record<string, string> = { q: 'one', page: '1', category: 'Book Writing' }

/**
 * Lists the public GET operations of the API.
 * @param places values of path parameters by name, and ids of items by the noun in the path, such as `books`
 */
export async function listPublicReads(app: TestApp, places: Record<string, string>): Promise<{ url: string; description: string }[]> {
  const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, { get?: Operation }> }>()
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || (get.security ?? []).length > 0) return []
    const [, noun = ''] = /^\/api\/(\w+)/.exec(path) ?? []
    const url = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? places[noun] : places[name]) ?? 'x'.repeat(32))
    const query = (get.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required)
    const text = query.map(({ name }) => `${name}=${encodeURIComponent(REQUIRED[name] ?? '1')}`).join('&')
    return [{ url: `${url}?${text}`, description: get.description ?? '' }]
  })
}

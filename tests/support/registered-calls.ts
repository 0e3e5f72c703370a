import type { TestApp } from './test-app.ts'

/** Returns every route as `METHOD /path`, except those of the API documentation. */
export function registeredCalls({ app }: TestApp): string[] {
  const calls: string[] = []
  const path: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).trim().split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S.*?) \(([A-Z, ]+)\)$/.exec(line) ?? []
    if (!part) throw new Error(`an unreadable line: ${line}`)
    path.splice(indent.length / 4 - 1)
    path.push(part)
    const url = path.join('')
    if (url !== '*' && !/^\/api\/docs(\/|$)/.test(url)) calls.push(...methods.split(', ').map((method) => `${method} ${url}`))
  }
  return calls
}

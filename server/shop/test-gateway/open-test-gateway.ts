import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { sandboxRoutes } from './test-gateway.routes.ts'
import { createSandboxStore } from './test-gateway.store.ts'
import { createSandbox } from './test-gateway.ts'

export function openSandbox({ orm, key, now }: { orm: Orm; key: string; now: () => Date }) {
  const sandbox = createSandbox({ store: createSandboxStore(orm), key, now })
  return { ...sandbox, publicRoutes: [sandboxRoutes(sandbox)] } satisfies Feature
}

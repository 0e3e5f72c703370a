import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { sandboxRoutes } from './sandbox.routes.ts'
import { createSandboxStore } from './sandbox.store.ts'
import { createSandbox } from './sandbox-gateway.ts'

export function openSandbox({ orm, key, now }: { orm: Orm; key: string; now: () => Date }) {
  const sandbox = createSandbox({ store: createSandboxStore(orm), key, now })
  return { ...sandbox, publicRoutes: [sandboxRoutes(sandbox)] } satisfies Feature
}

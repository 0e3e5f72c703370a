import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { testGatewayRoutes } from './test-gateway.routes.ts'
import { createTestGatewayStore } from './test-gateway.store.ts'
import { createTestGateway } from './test-gateway.ts'

export function openTestGateway({ orm, key, now }: { orm: Orm; key: string; now: () => Date }) {
  const testGateway = createTestGateway({ store: createTestGatewayStore(orm), key, now })
  return { ...testGateway, publicRoutes: [testGatewayRoutes(testGateway)] } satisfies Feature
}

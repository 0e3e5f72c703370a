import { sceneOf } from './scene.ts'

export const founderArt = sceneOf(
  import.meta.glob<string>('./pages/founder-*', { eager: true, query: '?url', import: 'default' }),
  './pages/founder',
)

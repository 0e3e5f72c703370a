import { sceneOf } from './scene.ts'

export const publishingArt = sceneOf(
  import.meta.glob<string>('./pages/publishing-*', { eager: true, query: '?url', import: 'default' }),
  './pages/publishing',
)

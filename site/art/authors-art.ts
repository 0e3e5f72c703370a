import { sceneOf } from './scene.ts'

export const authorsArt = sceneOf(
  import.meta.glob<string>('./pages/authors-*', { eager: true, query: '?url', import: 'default' }),
  './pages/authors',
)

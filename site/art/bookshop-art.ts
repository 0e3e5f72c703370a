import { sceneOf } from './scene.ts'

export const bookshopArt = sceneOf(
  import.meta.glob<string>('./pages/bookshop-*', { eager: true, query: '?url', import: 'default' }),
  './pages/bookshop',
)

import { sceneOf } from './scene.ts'

export const podcastsArt = sceneOf(
  import.meta.glob<string>('./pages/podcasts-*', { eager: true, query: '?url', import: 'default' }),
  './pages/podcasts',
)

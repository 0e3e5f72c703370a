import { sceneOf } from './scene.ts'

export const contactArt = sceneOf(
  import.meta.glob<string>('./pages/contact-*', { eager: true, query: '?url', import: 'default' }),
  './pages/contact',
)

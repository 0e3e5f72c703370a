import { sceneOf } from './scene.ts'

/** Scenes of the home page. Each page has its own art module, so that no page loads the scenes of other pages. */
export const homeArt = sceneOf(import.meta.glob<string>('./home-*', { eager: true, query: '?url', import: 'default' }), './home')

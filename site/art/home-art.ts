import { sceneOf } from './scene.ts'

/** Each page has its own art module, so that no page loads the scenes of the others. */
export const homeArt = sceneOf(import.meta.glob<string>('./home-*', { eager: true, query: '?url', import: 'default' }), './home')

import { sceneOf } from './scene.ts'

/** Apart from the other pages' scenes, since its code is in the first file that every visitor fetches. */
export const homeArt = sceneOf(import.meta.glob<string>('./home-*', { eager: true, query: '?url', import: 'default' }), './home')

import { sceneOf } from './scene.ts'

/** A module for each page, so that none fetches the scenes of the others. */
export const homeArt = sceneOf(import.meta.glob<string>('./home-*', { eager: true, query: '?url', import: 'default' }), './home')

/** The process that draws share pictures, one after the other. Started by `drawing-process.ts`. */

import { setPriority } from 'node:os'
import type { DrawingResult, DrawingTask } from './share-picture.ts'

/** Visitors go first. */
const LOW_PRIORITY = 10

setPriority(LOW_PRIORITY)
const { drawSharePicture } = await import('./draw-share-picture.ts')

process.on('message', async (task: DrawingTask) => {
  const result: DrawingResult = await drawSharePicture(task).then(
    (content) => ({ content }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.(result)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

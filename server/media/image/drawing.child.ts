/** Process that draws share images, one after the other. Started by `drawing-process.ts`. */

import { drawSharePicture } from './draw-share-picture.ts'
import type { DrawingResult, DrawingTask } from './share-picture.ts'

process.on('message', async (task: DrawingTask) => {
  const result: DrawingResult = await drawSharePicture(task).then(
    (content) => ({ content }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.(result)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

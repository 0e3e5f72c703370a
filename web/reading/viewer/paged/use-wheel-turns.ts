import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Distance in pixels, as reported by the wheel, that turns the page */
const TURN_PX = 60
/** Time without events after which a movement of the wheel has ended, in ms; trackpads report a long fading movement. */
const PAUSE_MS = 180

/** Turns the page once for each movement of the wheel, while a whole page is visible and the wheel has nothing to scroll. */
export function useWheelTurns({
  stage,
  enabled,
  onTurn,
}: {
  stage: RefObject<HTMLElement | null>
  enabled: boolean
  onTurn: (direction: 1 | -1) => void
}): void {
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    const element = stage.current
    if (!element || !enabled) return
    let moved = 0
    let last = Number.NEGATIVE_INFINITY
    let hasTurned = false

    const onWheel = ({ deltaY, deltaMode, ctrlKey, timeStamp }: WheelEvent) => {
      if (ctrlKey || element.scrollHeight > element.clientHeight + 1) return
      if (timeStamp - last > PAUSE_MS || Math.sign(deltaY) !== Math.sign(moved)) {
        moved = 0
        hasTurned = false
      }
      last = timeStamp
      // Wheels that report lines or pages turn by each step.
      moved += deltaMode === 0 ? deltaY : Math.sign(deltaY) * TURN_PX
      if (hasTurned || Math.abs(moved) < TURN_PX) return
      hasTurned = true
      turn(moved > 0 ? 1 : -1)
    }
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage, enabled])
}

import type { Motif } from '#tools/art/drawing/landscape.ts'
import { CREAM, LAMP } from '#tools/art/drawing/palette.ts'
import { seated } from '#tools/art/drawing/people.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'

const BODY = '#b4533a'
const DARK = '#2c1830'

// Two flat rocks to sit on; the hill in front hides the lower part of the rocks.
const ROCKS = `<g fill="#3b2546"><path d="M-470 150Q-456 4 -404 -4H-262Q-218 4 -206 150ZM214 130Q224 4 262 -4H346Q398 6 410 130Z"/></g><path d="M-440 38Q-432 0 -404 -4H-262Q-240 -1 -228 16Q-300 8 -440 38ZM222 34Q232 0 262 -4H346Q366 0 382 24Q300 8 222 34Z" fill="#59395f"/>`

/** Motif of the podcasts page: an old radio at the end of the day, and two listeners. */
export const listening: Motif = {
  colors: { deep: '#2b2148', mid: '#5d3f69', bright: '#c9765c', pale: '#f7cf9f' },
  seed: 70,
  light: { dx: -330, dy: -230, radius: 120, fill: '#fff0d0', glow: '#f0a868' },
  stands: `<g fill="${DARK}">${umbrellaThorn(390, 14, 4, 9)}</g>${wireless()}${ROCKS}${seated({ x: -330, y: -4, size: 1.02, coat: '#2f7a7c', skin: '#3d1d17' })}${seated({ x: 310, y: -4, size: 0.94, coat: '#e2a04a', skin: '#2e1512', flip: true })}`,
}

function wireless(): string {
  const rings = [104, 80, 56, 32]
    .map((radius, index) => `<circle cx="-98" cy="-150" r="${radius}" fill="${index % 2 ? '#4d2436' : '#3a1a2e'}"/>`)
    .join('')
  const waves = [40, 72]
    .map(
      (radius, index) =>
        `<path d="M${178 - radius * 0.78} ${-484 - radius * 0.62}A${radius} ${radius} 0 0 1 ${178 + radius * 0.86} ${-484 - radius * 0.5}" stroke-opacity="${0.85 - index * 0.35}"/>`,
    )
    .join('')
  return `<g fill="none" stroke="${CREAM}" stroke-width="9" stroke-linecap="round">${waves}</g>
<path d="M150 -290L178 -484" stroke="#f4deb8" stroke-width="8" stroke-linecap="round"/><circle cx="178" cy="-484" r="13" fill="${LAMP}"/>
<path d="M-150 -290Q-150 -372 -90 -372H70Q130 -372 130 -290" fill="none" stroke="#5a2230" stroke-width="22" stroke-linecap="round"/>
<path d="M-196 0V16H-150V0ZM150 0V16H196V0Z" fill="${DARK}"/>
<rect x="-236" y="-300" width="472" height="304" rx="34" fill="${BODY}"/><path d="M-236 -150V-266Q-236 -300 -202 -300H202Q236 -300 236 -266V-250Q60 -210 -236 -150Z" fill="#d06d4a"/>
<rect x="-216" y="-280" width="432" height="264" rx="22" fill="#f1d9b2"/>${rings}<circle cx="-98" cy="-150" r="12" fill="${LAMP}"/>
<rect x="36" y="-252" width="154" height="92" rx="10" fill="#3a1a2e"/><path d="M50 -206H176" stroke="#f8cf7f" stroke-width="5"/><path d="M62 -222V-206M84 -228V-206M106 -222V-206M128 -228V-206M150 -222V-206" stroke="#f8cf7f" stroke-width="5"/><path d="M118 -240V-176" stroke="#e2603f" stroke-width="7"/>
<circle cx="72" cy="-90" r="34" fill="${BODY}"/><path d="M72 -90V-118" stroke="${CREAM}" stroke-width="8" stroke-linecap="round"/><circle cx="158" cy="-90" r="34" fill="${BODY}"/><path d="M158 -90L178 -108" stroke="${CREAM}" stroke-width="8" stroke-linecap="round"/>`
}

import { encode } from 'uqr'

/** A QR code, drawn in the browser, since its text is a secret. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="w-52 max-w-full bg-white">
      <path d={dark.join('')} className="fill-ink" />
    </svg>
  )
}

const NIGHT = { fill: 'var(--color-night)' }

/**
 * Illustration of hills at night. Inline, since pages that use it may be unable to load other files. A low and wide box crops the sky; the
 * sun is drawn above the box then, and not cut.
 */
export function NightHills({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 1440 360" preserveAspectRatio="xMaxYMax slice" overflow="visible" aria-hidden className={className}>
      <circle cx="1322" cy="138" r="32" fill="#f3d9a4" />
      <path d="M0 250C180 190 330 230 520 200s250-60 400-10 180 20 270-10 150 10 250-14v194H0Z" fill="#3d3650" />
      <path d="M0 300c150-50 300-14 470-40s260 20 420 14 210-50 330-24 130 34 220 20v90H0Z" fill="#292a40" />
      <path
        d="M1092 286c4-36 2-52-5-70l-35-25 4-6 34 20c2-16 7-26 15-36l6 4c-8 14-10 24-10 37l36-27 5 6-35 32c5 20 6 40 6 67Zm-74-97c4-15 24-23 46-20 10-17 36-21 54-13 22-8 48 0 53 15 16 0 26 7 25 17-54 7-118 8-178 1Z"
        style={NIGHT}
      />
      <path d="M0 322c200-50 420-4 640-22s300-34 470-20 220 30 330 12v68H0Z" style={NIGHT} />
    </svg>
  )
}

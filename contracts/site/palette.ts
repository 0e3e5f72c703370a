/** Site colors derived from the two brand colors of the site owner. Names are those of `web/theme.css`. */
export type Palette = Record<'lamp' | 'lamp-deep' | 'lamp-2' | 'lamp-hover' | 'lamp-active' | 'night' | 'night-2' | 'night-rule', string>
export type BrandColors = { accent: string; dark: string }

/** Default brand colors, which `web/theme.css` contains. */
export const DEFAULT_COLORS: BrandColors = { accent: '#b8741a', dark: '#171c28' }
export const DEFAULT_PALETTE: Palette = {
  lamp: '#b8741a',
  'lamp-deep': '#87510f',
  'lamp-2': '#e9b44c',
  'lamp-hover': '#f0c163',
  'lamp-active': '#dca63b',
  night: '#171c28',
  'night-2': '#222939',
  'night-rule': '#353b4a',
}

/** Colors of `web/theme.css` that site owners can't change, for documents that don't use the stylesheet. */
export const THEME = { paper: '#faf6ef', ink: '#1d2430', soft: '#565c69', rule: '#dccfb9', moon: '#f3ead9' } as const

/**
 * Limits of relative luminance (WCAG 2.2) that ensure contrast. They are close to the default palette: lamp-deep text has 4.5:1 on the
 * darkest paper, and lamp has 3:1. lamp-2 has 4.5:1 on the lightest background color of the programs and 7:1 under dark text. Secondary
 * text of dark sections has 4.5:1 on night-2.
 */
const LUMINANCE: Record<keyof Palette, [least: number, most: number]> = {
  lamp: [0, 0.235],
  'lamp-deep': [0, 0.11],
  'lamp-2': [0.5, 0.58],
  'lamp-hover': [0.6, 0.7],
  'lamp-active': [0.42, 0.46],
  night: [0, 0.018],
  'night-2': [0.014, 0.028],
  'night-rule': [0.042, 0.06],
}

/** Derives the palette from the brand colors. Each shade is as close to its brand color as the contrast limits allow. */
export function paletteOf({ accent, dark }: BrandColors): Palette {
  const shades = Object.entries(LUMINANCE).map(([name, limits]) => {
    const isDefault = name.startsWith('lamp') ? accent === DEFAULT_COLORS.accent : dark === DEFAULT_COLORS.dark
    const shade = isDefault ? DEFAULT_PALETTE[name as keyof Palette] : shadeWithin(name.startsWith('lamp') ? accent : dark, limits)
    return [name, shade]
  })
  return Object.fromEntries(shades) as Palette
}

/** Luminance limits of the shades of a program, between which the default colors of the programs are. */
const PROGRAM_LUMINANCE = { deep: [0, 0.07], mid: [0.076, 0.146], pale: [0.62, 0.76] } as const

/** Derives the shades of a program's page from the program's color. */
export function programShades(color: string): Record<keyof typeof PROGRAM_LUMINANCE, string> {
  const { deep, mid, pale } = PROGRAM_LUMINANCE
  return { deep: shadeWithin(color, deep), mid: shadeWithin(color, mid), pale: shadeWithin(color, pale) }
}

/** Returns the palette as CSS variables; undefined for the default palette. */
export function paletteVariables(colors: BrandColors): Record<string, string> | undefined {
  if (colors.accent === DEFAULT_COLORS.accent && colors.dark === DEFAULT_COLORS.dark) return undefined
  return Object.fromEntries(Object.entries(paletteOf(colors)).map(([name, shade]) => [`--color-${name}`, shade]))
}

/** Returns the contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)]
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
}

/** Returns the color itself if its luminance is within the limits, or else the closest shade of the same hue. */
function shadeWithin(color: string, [least, most]: readonly [number, number]): string {
  const own = luminance(color)
  if (own >= least && own <= most) return color
  const { chroma, hue } = toOklch(color)
  // Luminance grows with lightness, so a binary search finds the lightness at the limit that the color's luminance exceeds.
  const isTooLight = own > most
  let [within, beyond] = isTooLight ? [0, 1] : [1, 0]
  for (let step = 0; step < 20; step++) {
    const middle = (within + beyond) / 2
    const value = luminance(fromOklch(middle, chroma, hue))
    if (isTooLight ? value <= most : value >= least) within = middle
    else beyond = middle
  }
  return fromOklch(within, chroma, hue)
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Three = [number, number, number]

function toLinear(color: string): Three {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Three
}

/** Converts a color to polar Oklab coordinates: https://bottosson.github.io/posts/oklab/ */
function toOklch(color: string): { chroma: number; hue: number } {
  const [red, green, blue] = toLinear(color)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** Converts polar Oklab coordinates to a hex color. The chroma is reduced until the color is within sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const linear = toLinearRgb(lightness, chroma * share, hue)
    if (linear.every((value) => value >= -0.0001 && value <= 1.0001)) return toHex(linear)
  }
  return toHex(toLinearRgb(lightness, 0, 0))
}

function toLinearRgb(lightness: number, chroma: number, hue: number): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function toHex(linear: Three): string {
  const bytes = linear.map((value) => {
    const part = Math.min(1, Math.max(0, value))
    return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

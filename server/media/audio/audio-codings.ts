/**
 * Support for a codec: browsers play the codec, or recordings are converted when published (if ffmpeg is installed), or they are refused.
 */
export type Outcome = 'plays' | 'converted' | 'refused'
export type Coding = {
  name: string
  outcome: Outcome
  /** Support without ffmpeg for a codec that otherwise requires conversion; refused by default */
  withoutFfmpeg?: 'plays'
}

export const PROTECTED = 'copy-protected'

const plays = (name: string): Coding => ({ name, outcome: 'plays' })
const converted = (name: string): Coding => ({ name, outcome: 'converted' })
const refused = (name: string): Coding => ({ name, outcome: 'refused' })

/**
 * Audio codecs by file type, as tested in browsers (docs/audio.md has the same list). The keys for MP4 are sample entries, with the object
 * type if the entry is an MPEG entry; the keys for WAV are sample formats or format tags.
 */
export const AUDIO_CODINGS: Record<string, Record<string, Coding>> = {
  'audio/mpeg': { mp3: plays('MP3') },
  'audio/ogg': {
    vorbis: plays('Vorbis'),
    opus: plays('Opus'),
    'vorbis chained': { ...converted('chained Vorbis'), withoutFfmpeg: 'plays' },
    'opus chained': { ...converted('chained Opus'), withoutFfmpeg: 'plays' },
  },
  'audio/flac': { flac: plays('FLAC') },
  'audio/wav': {
    'pcm-8': plays('8-bit PCM'),
    'pcm-16': plays('16-bit PCM'),
    'pcm-24': plays('24-bit PCM'),
    'pcm-32': plays('32-bit PCM'),
    'float-32': plays('32-bit floating-point PCM'),
    'float-64': converted('64-bit floating-point PCM'),
    '0x0006': plays('A-law'),
    '0x0007': plays('µ-law'),
    '0x0002': converted('Microsoft ADPCM'),
    '0x0011': converted('IMA ADPCM'),
    '0x0031': converted('GSM'),
    '0x0055': { ...converted('MP3 in WAV'), withoutFfmpeg: 'plays' },
  },
  'audio/mp4': {
    'mp4a.40.2': plays('AAC'),
    'mp4a.40.5': plays('HE-AAC'),
    'mp4a.40.29': plays('HE-AAC v2'),
    'mp4a.67': plays('MPEG-2 AAC'),
    'mp4a.40.1': { ...converted('AAC Main'), withoutFfmpeg: 'plays' },
    'mp4a.40.4': { ...converted('AAC-LTP'), withoutFfmpeg: 'plays' },
    mp3: { ...converted('MP3 in MP4'), withoutFfmpeg: 'plays' },
    fLaC: plays('FLAC in MP4'),
    Opus: { ...converted('Opus in MP4'), withoutFfmpeg: 'plays' },
    vorbis: converted('Vorbis in MP4'),
    alac: converted('Apple Lossless'),
    'ac-3': converted('Dolby Digital'),
    'ec-3': converted('Dolby Digital Plus'),
    samr: converted('AMR'),
    sawb: converted('AMR-WB'),
    'mp4a.40.42': converted('xHE-AAC'),
    'mp4a.40.39': converted('AAC-ELD'),
    'mp4a.40.23': converted('AAC-LD'),
    sowt: converted('PCM in MP4'),
    twos: converted('PCM in MP4'),
    lpcm: converted('PCM in MP4'),
    ipcm: converted('PCM in MP4'),
    fpcm: converted('PCM in MP4'),
    in24: converted('24-bit PCM'),
    in32: converted('32-bit PCM'),
    fl32: converted('32-bit floating-point PCM'),
    fl64: converted('64-bit floating-point PCM'),
    raw: converted('8-bit PCM'),
    ulaw: converted('µ-law'),
    alaw: converted('A-law'),
    ima4: converted('IMA ADPCM'),
    sqcp: converted('QCELP'),
    sevc: converted('EVRC'),
    enca: refused(PROTECTED),
    drms: refused(PROTECTED),
  },
}

/**
 * Containers of the type `audio/mp4`, by the major brand of the file (docs/audio.md has the same list). In a container that few podcast
 * apps open, a codec that browsers play is converted as well.
 */
export const MP4_CONTAINERS: Record<string, { brand: RegExp; outcome: Outcome }> = {
  MP4: { brand: /^(M4A|M4B|mp4[12]|iso[m2-6]|dash)/, outcome: 'plays' },
  '3GP': { brand: /^3g[p2]/, outcome: 'converted' },
  QuickTime: { brand: /^qt {2}/, outcome: 'converted' },
}

export function mp4Container(brand: string): string | undefined {
  return Object.entries(MP4_CONTAINERS).find(([, container]) => container.brand.test(brand))?.[0]
}

/** Types of recordings that all podcast apps play. Few apps play Ogg, FLAC and WAV. */
export const PODCAST_TYPES: readonly string[] = ['audio/mpeg', 'audio/mp4']

/**
 * Returns the support for a codec in a container. An unknown codec is refused, and the error states the codec's name in the file.
 * @param coding a key of `AUDIO_CODINGS`; after ` in `, a container of `MP4_CONTAINERS` other than MP4
 */
export function findCoding(type: string, coding: string): Coding {
  const [codec = '', container = ''] = coding.split(' in ')
  const found = AUDIO_CODINGS[type]?.[codec] ?? refused(`“${codec}”`)
  if (found.outcome !== 'plays' || MP4_CONTAINERS[container]?.outcome !== 'converted') return found
  return { name: `${found.name} in ${container}`, outcome: 'converted', withoutFfmpeg: 'plays' }
}

/** Input format of ffmpeg for each file type. Files are never read in another format, regardless of their content. */
const FORMATS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
}

/** Audio decoders that ffmpeg may use. Other streams of a file, such as pictures in its tags, are not decoded. */
const DECODERS = [
  ...['mp3', 'mp3float', 'aac', 'aac_fixed', 'alac', 'vorbis', 'opus', 'libopus', 'flac', 'ac3', 'eac3', 'amrnb', 'amrwb'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'gsm_ms', 'pcm_alaw', 'pcm_mulaw', 'pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'],
  ...['pcm_f64le', 'pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be', 'pcm_s8', 'adpcm_ima_qt', 'qcelp', 'evrc'],
].join(',')

export type Recording = { path: string; type: string; bytes: number; durationSeconds: number }

/** Returns ffmpeg's arguments for reading a recording, without access to the network or to other files. */
export function inputOf({ path, type }: Recording): string[] {
  const format = FORMATS[type] ?? 'mp3'
  const limits = ['-protocol_whitelist', 'file', '-format_whitelist', format, '-codec_whitelist', DECODERS]
  return [...limits, '-threads', '1', '-f', format, '-i', `file:${path}`, '-map', '0:a:0']
}

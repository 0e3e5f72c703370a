import {
  FLAC,
  FlacOutputFormat,
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
} from 'mediabunny'

export const MP4_INPUTS = [MP4, QTFF]

/**
 * Containers of recordings by media type: those that are read, and the one that is written. The index of an MP4 is at its beginning only if
 * the whole file is in memory while it is written.
 */
export const SOUND_FORMATS: Record<string, { inputs: InputFormat[]; output: (options: { inMemory: boolean }) => OutputFormat }> = {
  'audio/mpeg': { inputs: [MP3], output: () => new Mp3OutputFormat() },
  'audio/mp4': { inputs: MP4_INPUTS, output: ({ inMemory }) => new Mp4OutputFormat({ fastStart: inMemory && 'in-memory' }) },
  'audio/ogg': { inputs: [OGG], output: () => new OggOutputFormat() },
  'audio/flac': { inputs: [FLAC], output: () => new FlacOutputFormat() },
  'audio/wav': { inputs: [WAVE], output: () => new WavOutputFormat() },
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { MS_ADPCM, readWavHeader } from './read-wav.ts'

/** Number of ADPCM blocks decoded at a time */
const BLOCKS = 256
const HEADER_BYTES = 44

/** Step table of Microsoft ADPCM: https://wiki.multimedia.cx/index.php/Microsoft_ADPCM */
const MS_STEPS = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]
const MS_FIRST = [256, 512, 0, 192, 240, 460, 392]
const MS_SECOND = [0, -256, 0, 64, 0, -208, -232]
const MS_LEAST_STEP = 16
/** Step table of IMA ADPCM, in which each step is a tenth larger than the previous one: https://wiki.multimedia.cx/index.php/IMA_ADPCM */
const IMA_STEPS = [
  ...[7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143],
  ...[157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552],
  ...[1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442, 11_487],
  ...[12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767],
]
const IMA_MOVES = [-1, -1, -1, -1, 2, 4, 6, 8]

/** Decodes the ADPCM audio of a WAV file to 16-bit PCM, which every browser plays, and writes it to `target`. */
export async function decodeAdpcm(path: string, target: string): Promise<void> {
  const { format, start, bytes } = await readWavHeader(path)
  const { tag, rate, channels, blockBytes, blockSamples } = format
  const decode = tag === MS_ADPCM ? decodeMicrosoft : decodeIma
  const least = (tag === MS_ADPCM ? 7 : 4) * channels
  if (channels < 1 || channels > 2 || blockBytes < least || blockSamples < 2) throw new InvalidFileError('Its audio can’t be read.')
  const blocks = Math.floor(bytes / blockBytes)
  const file = await open(path, 'r')
  const output = createWriteStream(target, { flags: 'wx' })
  try {
    output.write(pcmHeader({ rate, channels, bytes: blocks * blockSamples * channels * 2 }))
    const chunk = Buffer.alloc(BLOCKS * blockBytes)
    for (let done = 0; done < blocks; done += BLOCKS) {
      const count = Math.min(BLOCKS, blocks - done)
      await file.read(chunk, 0, count * blockBytes, start + done * blockBytes)
      const samples = new Int16Array(count * blockSamples * channels)
      for (let block = 0; block < count; block++) {
        const data = chunk.subarray(block * blockBytes, (block + 1) * blockBytes)
        decode(data, channels, samples.subarray(block * blockSamples * channels, (block + 1) * blockSamples * channels))
      }
      if (!output.write(Buffer.from(samples.buffer))) await once(output, 'drain')
    }
    output.end()
    await finished(output)
  } finally {
    output.destroy()
    await file.close()
  }
}

/** Decodes a block of Microsoft ADPCM to interleaved samples. */
function decodeMicrosoft(data: Buffer, channels: number, samples: Int16Array) {
  const states = Array.from({ length: channels }, (_, channel) => ({
    predictor: Math.min(6, data[channel] ?? 0),
    step: data.readInt16LE(channels + 2 * channel),
    last: data.readInt16LE(3 * channels + 2 * channel),
    former: data.readInt16LE(5 * channels + 2 * channel),
  }))
  for (const [channel, { last, former }] of states.entries()) {
    samples[channel] = former
    samples[channels + channel] = last
  }
  for (let index = 2 * channels, nibble = 0; index < samples.length; index++, nibble++) {
    const state = states[index % channels]
    const byte = data[7 * channels + (nibble >> 1)] ?? 0
    const code = nibble % 2 === 0 ? byte >> 4 : byte & 15
    if (!state) return
    const predicted = (state.last * (MS_FIRST[state.predictor] ?? 0) + state.former * (MS_SECOND[state.predictor] ?? 0)) >> 8
    const value = clamp(predicted + (code > 7 ? code - 16 : code) * state.step, -32_768, 32_767)
    state.step = Math.max(MS_LEAST_STEP, ((MS_STEPS[code] ?? 0) * state.step) >> 8)
    state.former = state.last
    state.last = value
    samples[index] = value
  }
}

function decodeIma(data: Buffer, channels: number, samples: Int16Array) {
  for (let channel = 0; channel < channels; channel++) {
    let value = data.readInt16LE(4 * channel)
    let index = clamp(data[4 * channel + 2] ?? 0, 0, IMA_STEPS.length - 1)
    samples[channel] = value
    for (let number = 0; channels * (number + 1) + channel < samples.length; number++) {
      // The channels alternate in words of eight samples.
      const at = 4 * channels * (1 + (number >> 3)) + 4 * channel + ((number & 7) >> 1)
      const byte = data[at] ?? 0
      const code = number % 2 === 0 ? byte & 15 : byte >> 4
      const step = IMA_STEPS[index] ?? 0
      const change = ((2 * (code & 7) + 1) * step) >> 3
      value = clamp(code & 8 ? value - change : value + change, -32_768, 32_767)
      index = clamp(index + (IMA_MOVES[code & 7] ?? 0), 0, IMA_STEPS.length - 1)
      samples[channels * (number + 1) + channel] = value
    }
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

function pcmHeader({ rate, channels, bytes }: { rate: number; channels: number; bytes: number }): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  for (const [at, number] of [
    [16, 16],
    [24, rate],
    [28, 2 * channels * rate],
    [40, bytes],
  ] as const)
    header.writeUInt32LE(number, at)
  for (const [at, number] of [
    [20, 1],
    [22, channels],
    [32, 2 * channels],
    [34, 16],
  ] as const)
    header.writeUInt16LE(number, at)
  header.write('data', 36)
  return header
}

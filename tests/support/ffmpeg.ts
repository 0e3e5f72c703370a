import { spawnSync } from 'node:child_process'

/** Whether ffmpeg, which encodes low-bitrate audio, is installed. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

if (!hasFfmpeg) console.info('ffmpeg is not installed; tests that need it are skipped.')

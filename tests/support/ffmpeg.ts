import { spawnSync } from 'node:child_process'

/** Whether the program that makes light sound is on this machine. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

if (!hasFfmpeg) console.info('ffmpeg is not installed; tests that need it are skipped.')

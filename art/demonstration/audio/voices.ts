/** How each host sounds: a voice of espeak-ng with its variant, pitch (0–99) and words per minute. */
export const voices: Record<string, { voice: string; pitch: number; speed: number }> = {
  'Ruvimbo Chikomo': { voice: 'en-gb-x-rp+f2', pitch: 42, speed: 145 },
  'Chiedza Mapfumo': { voice: 'en-gb-x-rp+f4', pitch: 46, speed: 148 },
  'Nomathemba Khumalo': { voice: 'en-gb-x-rp+f3', pitch: 44, speed: 148 },
  'Farai Mutendi': { voice: 'en-gb-x-rp', pitch: 36, speed: 147 },
  'Tapiwa Gumbo': { voice: 'en-gb-x-rp+m3', pitch: 34, speed: 148 },
}

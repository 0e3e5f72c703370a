/**
 * Types of recordings that can be joined without encoding them again. FLAC is not among them, since its frames are numbered, so that copied
 * frames would have wrong numbers.
 */
export const JOINED_TYPES = ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav'] as const

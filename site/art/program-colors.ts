/** Dark accent colors of the programs, equally dark, so that white and cream text is readable on all of them. */
export const programColors = {
  'relationship-coaching': { deep: '#642735', mid: '#8f3d46', bright: '#cf6a55', pale: '#f3c9a8' },
  'ladies-empowerment': { deep: '#4d2552', mid: '#713a70', bright: '#b8608c', pale: '#f0c6c4' },
  'gents-empowerment': { deep: '#1f463d', mid: '#336657', bright: '#6b9a6e', pale: '#dbe0b4' },
  'spiritual-and-personal-development': { deep: '#24315c', mid: '#3b4d84', bright: '#6f87bd', pale: '#d3dcee' },
  'teen-coaching': { deep: '#16505c', mid: '#267483', bright: '#4fa7a8', pale: '#cbe6d8' },
  'book-writing-coaching': { deep: '#5a3a1c', mid: '#84582a', bright: '#c08a3e', pale: '#f3dca8' },
} as const

export type Program = keyof typeof programColors

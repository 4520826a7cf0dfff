export const titles = ["First post"]

import { arrow, box, label, svgFile } from "./svg.ts"

/** Two modules of the guide: what one may use of the other. */
export function drawModuleTree(): string {
  const shapes = [
    box(12, 12, 160, 132),
    label(92, 36, "module shop", "head"),
    label(92, 58, "imports stock", "small"),
    box(24, 82, 136, 44, "paper"),
    label(92, 109, "ShopController", "code"),
    box(356, 12, 160, 132),
    label(436, 36, "module stock", "head"),
    label(436, 58, "exports Stock", "small"),
    box(368, 74, 136, 28, "span"),
    label(436, 93, "Stock", "code"),
    box(368, 110, 136, 28, "paper"),
    label(436, 129, "Shelves", "code"),
    arrow(160, 368, 90),
    label(264, 82, "may inject", "small"),
    arrow(160, 368, 118, "missing"),
    label(264, 138, "TOKEN_NOT_EXPORTED", "small fault"),
  ]
  return svgFile(
    "What a module may use of another",
    "ShopController of module shop, which imports stock, may inject Stock, which stock exports. It may not inject Shelves, which stock only declares: TOKEN_NOT_EXPORTED.",
    528,
    156,
    shapes.join("\n"),
  )
}

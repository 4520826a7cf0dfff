import { declareVersion } from "trivet/extend"

// `npm run release -- --version` writes it.
declareVersion("@trivet/files", "0.1.0")

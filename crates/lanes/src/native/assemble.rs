//! Encodes the few instructions that generated code is made of.

use iced_x86::{Code as Opcode, Encoder, Instruction, MemoryOperand, Register};

/// The address that a function gets is so many bytes behind the start of the memory.
pub(crate) const BIAS: i64 = WINDOW / 2;

/// What a one-byte displacement reaches, which AVX-512 counts in words. Each base register serves
/// a window of the memory, so that instructions are short: code has to come through the caches too.
const WINDOW: i64 = 256 * 64;

/// The first one is the argument of the function, all others are free for it to use.
const BASES: [Register; 9] = [
    Register::RDI,
    Register::RSI,
    Register::RDX,
    Register::RCX,
    Register::RAX,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
];

/// The instructions to use.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Isa {
    Avx2,
    Avx512,
}

/// A vector register, by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vector(pub(crate) u8);

/// The last operand of most instructions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Vector(Vector),
    Plane(u32),
}

/// A bitwise instruction of two inputs that leaves both as they are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Bitwise {
    And,
    /// Not the first, and the second.
    AndNot,
    Or,
    Xor,
}

/// Writes one function.
pub(crate) struct Assembler {
    isa: Isa,
    encoder: Encoder,
    /// How many of the base registers are in use.
    n_bases: usize,
}

impl Assembler {
    /// A function behind the given bytes, for a memory of so many planes.
    pub(crate) fn new(isa: Isa, bytes: Vec<u8>, n_planes: u32) -> Self {
        let mut encoder = Encoder::new(64);
        encoder.set_buffer(bytes);
        let n_windows = u64::from(n_planes) * 64 / WINDOW as u64 + 1;
        let n_bases = match isa {
            Isa::Avx2 => 1,
            Isa::Avx512 => BASES.len().min(n_windows as usize),
        };
        let mut this = Self { isa, encoder, n_bases };
        for (index, &base) in BASES[..n_bases].iter().enumerate().skip(1) {
            let address = MemoryOperand::with_base_displ(BASES[0], index as i64 * WINDOW);
            this.emit(Instruction::with2(Opcode::Lea_r64_m, base, address));
        }
        if let Some(ones) = this.ones() {
            let ones = this.register(ones);
            this.emit(Instruction::with3(Opcode::VEX_Vpcmpeqd_ymm_ymm_ymmm256, ones, ones, ones));
        }
        this
    }

    /// Ends the function and gives back all bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.emit(Ok(Instruction::with(Opcode::VEX_Vzeroupper)));
        self.emit(Ok(Instruction::with(Opcode::Retnq)));
        self.encoder.take_buffer()
    }

    /// How many registers hold values.
    pub(crate) fn n_vectors(&self) -> u8 {
        match self.isa {
            Isa::Avx2 => 15,
            Isa::Avx512 => 32,
        }
    }

    /// Are there tables of three inputs?
    pub(crate) fn has_ternary(&self) -> bool {
        self.isa == Isa::Avx512
    }

    pub(crate) fn load(&mut self, to: Vector, plane: u32) {
        let code = match self.isa {
            Isa::Avx2 => Opcode::VEX_Vmovdqa_ymm_ymmm256,
            Isa::Avx512 => Opcode::EVEX_Vmovdqa64_zmm_k1z_zmmm512,
        };
        self.emit(Instruction::with2(code, self.register(to), self.plane(plane)));
    }

    pub(crate) fn store(&mut self, plane: u32, from: Vector) {
        let code = match self.isa {
            Isa::Avx2 => Opcode::VEX_Vmovdqa_ymmm256_ymm,
            Isa::Avx512 => Opcode::EVEX_Vmovdqa64_zmmm512_k1z_zmm,
        };
        self.emit(Instruction::with2(code, self.plane(plane), self.register(from)));
    }

    pub(crate) fn copy(&mut self, to: Vector, from: Vector) {
        let code = match self.isa {
            Isa::Avx2 => Opcode::VEX_Vmovdqa_ymm_ymmm256,
            Isa::Avx512 => Opcode::EVEX_Vmovdqa64_zmm_k1z_zmmm512,
        };
        self.emit(Instruction::with2(code, self.register(to), self.register(from)));
    }

    pub(crate) fn bitwise(&mut self, kind: Bitwise, to: Vector, a: Vector, b: Operand) {
        let code = match (self.isa, kind) {
            (Isa::Avx2, Bitwise::And) => Opcode::VEX_Vpand_ymm_ymm_ymmm256,
            (Isa::Avx2, Bitwise::AndNot) => Opcode::VEX_Vpandn_ymm_ymm_ymmm256,
            (Isa::Avx2, Bitwise::Or) => Opcode::VEX_Vpor_ymm_ymm_ymmm256,
            (Isa::Avx2, Bitwise::Xor) => Opcode::VEX_Vpxor_ymm_ymm_ymmm256,
            (Isa::Avx512, Bitwise::And) => Opcode::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
            (Isa::Avx512, Bitwise::AndNot) => Opcode::EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
            (Isa::Avx512, Bitwise::Or) => Opcode::EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
            (Isa::Avx512, Bitwise::Xor) => Opcode::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
        };
        let (to, a) = (self.register(to), self.register(a));
        self.emit(match b {
            Operand::Vector(b) => Instruction::with3(code, to, a, self.register(b)),
            Operand::Plane(plane) => Instruction::with3(code, to, a, self.plane(plane)),
        });
    }

    /// `a = table(a, b, c)`; AVX-512 only.
    pub(crate) fn ternary(&mut self, table: u8, a: Vector, b: Vector, c: Operand) {
        let code = Opcode::EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8;
        let (a, b, table) = (self.register(a), self.register(b), u32::from(table));
        self.emit(match c {
            Operand::Vector(c) => Instruction::with4(code, a, b, self.register(c), table),
            Operand::Plane(plane) => Instruction::with4(code, a, b, self.plane(plane), table),
        });
    }

    pub(crate) fn not(&mut self, to: Vector, from: Vector) {
        match self.ones() {
            Some(ones) => self.bitwise(Bitwise::Xor, to, from, Operand::Vector(ones)),
            None => self.ternary(0x55, to, from, Operand::Vector(from)),
        }
    }

    pub(crate) fn constant(&mut self, to: Vector, value: bool) {
        match (value, self.ones()) {
            (false, _) => self.bitwise(Bitwise::Xor, to, to, Operand::Vector(to)),
            (true, Some(ones)) => self.copy(to, ones),
            (true, None) => self.ternary(0xff, to, to, Operand::Vector(to)),
        }
    }

    /// The register that holds ones throughout: AVX2 has no instruction for NOT.
    fn ones(&self) -> Option<Vector> {
        (self.isa == Isa::Avx2).then_some(Vector(15))
    }

    fn register(&self, vector: Vector) -> Register {
        match self.isa {
            Isa::Avx2 => Register::YMM0 + u32::from(vector.0),
            Isa::Avx512 => Register::ZMM0 + u32::from(vector.0),
        }
    }

    fn plane(&self, plane: u32) -> MemoryOperand {
        let offset = i64::from(plane) * 64;
        let window = (offset / WINDOW).min(self.n_bases as i64 - 1);
        let displacement = offset - window * WINDOW - BIAS;
        // Size 1 lets the encoder pick the shortest displacement.
        MemoryOperand::with_base_displ_size(BASES[window as usize], displacement, 1)
    }

    fn emit(&mut self, instruction: Result<Instruction, iced_x86::IcedError>) {
        let instruction = instruction.expect("operands fit the instruction");
        self.encoder.encode(&instruction, 0).expect("the instruction can be encoded");
    }
}
